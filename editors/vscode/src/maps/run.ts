// Runs a program beside the editor: one run at a time, not for ever, and with an end to what it says.
import { execFile } from 'node:child_process';

/** No run takes longer. */
export const MOST_SECONDS = 120;
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Why there is no answer, and what a person can do about it. */
export class Trouble extends Error {
  constructor(message: string, readonly advice: string, readonly isMissing = false) {
    super(message);
  }
}

/** The person, or a newer run, has stopped it. */
export class Stopped extends Error {}

export interface Limits {
  signal: AbortSignal;
  seconds?: number;
}

/** What a program printed. Exit code 1 is an answer as well: something was found. So is 2 with a report, in which
    a file can't be read. */
export function run(program: string, args: string[], { signal, seconds = MOST_SECONDS }: Limits): Promise<string> {
  if (signal.aborted) return Promise.reject(new Stopped());
  const options = {
    signal,
    timeout: seconds * 1000,
    maxBuffer: MOST_OUTPUT_BYTES,
    windowsHide: true,
  };
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, out, err) => {
      const code: unknown = error?.code;
      if (!error || code === 1 || (code === 2 && out.trim() !== '')) resolve(out);
      else reject(reasonOf(program, error, err, seconds));
    });
  });
}

function reasonOf(
  program: string,
  error: { code?: unknown; killed?: boolean; message: string },
  err: string,
  seconds: number,
): Error {
  if (error.code === 'ABORT_ERR') return new Stopped();
  if (error.code === 'ENOENT' || error.code === 'EACCES') {
    const advice = 'Set “landwright.path” to the program, or install it on the PATH.';
    return new Trouble(`The program ${program} can't be started.`, advice, true);
  }
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return new Trouble('The answer is too long to be shown here.', 'Open the file in Landwright.');
  }
  if (error.killed) {
    const advice = 'Try again when the machine has less to do, or open the file in Landwright.';
    return new Trouble(`Landwright took more than ${seconds} seconds and was stopped.`, advice);
  }
  // The path and the code in brackets are shown elsewhere.
  const reason = err.trim().replace(/^error(\[[^\]]*\])?: /, '').replace(/\n\s*--> .*/, '') || error.message;
  return new Trouble(reason, 'Mend or replace the file on disk. It is read again as soon as it changes.');
}

/** Lets one job run after the other, in the order in which they came. */
export class Queue {
  private last: Promise<unknown> = Promise.resolve();

  next<T>(job: () => Promise<T>): Promise<T> {
    const mine = this.last.then(job);
    this.last = mine.catch(() => undefined);
    return mine;
  }
}
