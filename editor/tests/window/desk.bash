# A display without a screen, Landwright's window on it, and a hand. Sourced by the scripts here.
# Nothing waits for a time: everything waits until something is seen.
set -eEuo pipefail
# What is tried until it succeeds is quiet; failures are not.
exec 9>&2

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
landwright=${LANDWRIGHT:-$root/target/debug/landwright}
scratch=$(mktemp -d)
export LANDWRIGHT_HOME=$scratch/home XDG_RUNTIME_DIR=$scratch LC_ALL=C.UTF-8
program='' screen='' window=''

clear_the_desk() {
  for process in $program $screen; do kill "$process" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$scratch"
}
trap clear_the_desk EXIT
trap 'echo "broke off at line $LINENO of ${BASH_SOURCE[0]}" >&9' ERR

fail() {
  exec 2>&9
  printf 'FAILED: %s\n' "$*" >&2
  sed 's/^/landwright: /' "$scratch/said" >&2 || true
  if [ -n "$window" ]; then
    import -window root "$root/target/window-failed.png" || true
    printf 'The window says "%s"; it is shown in target/window-failed.png\n' "$(title)" >&2
  fi
  exit 1
}

# A screen of so many pixels, such as 1400x900.
start_screen() {
  for tool in Xvfb xdotool import convert; do
    command -v "$tool" > /dev/null || { echo "no $tool: run .ci/install-window"; exit 2; }
  done
  Xvfb -displayfd 3 -screen 0 "$1x24" -nolisten tcp -noreset 3> "$scratch/display" 2> "$scratch/xvfb" &
  screen=$!
  await 'a display' test -s "$scratch/display"
  DISPLAY=:$(cat "$scratch/display")
  export DISPLAY
}

# Tries a command until it succeeds.
await() {
  local what=$1 end=$((SECONDS + ${PATIENCE:-60}))
  shift
  until "$@" 2> /dev/null; do
    [ "$SECONDS" -lt "$end" ] || fail "waited in vain for $what"
    sleep 0.02
  done
}

# Starts the program with arguments and waits for its window.
open_window() {
  "$landwright" "$@" > "$scratch/said" 2>&1 &
  program=$!
  await 'a window' find_window
  # There is no window manager that would do so.
  xdotool windowmove "$window" 0 0 windowfocus "$window"
  await 'the first picture' has_drawn
}

find_window() {
  kill -0 "$program" || fail 'the program ended'
  window=$(xdotool search --onlyvisible --pid "$program" | tail -n 1)
  [ -n "$window" ]
}

title() { xdotool getwindowname "$window" 2> /dev/null || true; }

title_is() { [ "$(title)" = "$1" ]; }

await_title() { await "the title '$1'" title_is "$1"; }

# The colour of a pixel, such as #84b06c.
pixel() { import -window root -crop "1x1+$1+$2" -depth 8 txt:- | grep -o '#[0-9A-Fa-f]\{6\}'; }

pixel_is() { [ "$(pixel "$1" "$2")" = "$3" ]; }

pixel_is_not() { [ "$(pixel "$1" "$2")" != "$3" ]; }

# The menu bar is there, and it is not black as a window that nobody drew.
has_drawn() {
  [ "$(import -window "$window" -crop 300x20+0+0 -format %k info:-)" -gt 8 ]
}

press() { xdotool key --clearmodifiers "$@"; }

point() { xdotool mousemove "$1" "$2"; }

# Where a flat map of so many cells is shown: from its middle, as far as the colour goes.
find_map() {
  n_columns=$1 n_rows=$2
  local middle_x=$3 middle_y=$4 colour
  map_colour=$(pixel "$middle_x" "$middle_y")
  read -r map_x map_width < <(import -window root -crop "2000x1+0+$middle_y" +repage -depth 8 txt:- |
    extent "$map_colour" "$middle_x" 0)
  read -r map_y map_height < <(import -window root -crop "1x2000+$middle_x+0" +repage -depth 8 txt:- |
    extent "$map_colour" "$middle_y" 1)
  [ "$map_width" -ge "$n_columns" ] && [ "$map_height" -ge "$n_rows" ]
}

# How far pixels of a colour reach around one: the first, and how many.
extent() {
  awk -F '[,:]' -v colour="$1" -v middle="$2" -v part="$3" '
    /^[0-9]/ { at = part ? $2 : $1; is_it[at + 0] = index(toupper($0), toupper(colour)) > 0 }
    END {
      for (first = middle; is_it[first - 1]; first--) {}
      for (last = middle; is_it[last + 1]; last++) {}
      print first, last - first + 1
    }'
}

# The pixel in the middle of a cell. The first row of cells is the southernmost.
pixel_x() { echo $((map_x + (2 * $1 + 1) * map_width / (2 * n_columns))); }
pixel_y() { echo $((map_y + map_height - (2 * $1 + 1) * map_height / (2 * n_rows))); }

# Drags from a cell to another, with the first button.
drag() {
  local from_x from_y to_x to_y n
  from_x=$(pixel_x "$1") from_y=$(pixel_y "$2") to_x=$(pixel_x "$3") to_y=$(pixel_y "$4")
  xdotool mousemove "$from_x" "$from_y" mousedown 1
  for n in 1 2 3 4; do
    xdotool mousemove $((from_x + (to_x - from_x) * n / 4)) $((from_y + (to_y - from_y) * n / 4))
  done
  xdotool mouseup 1
}

click() { xdotool mousemove "$(pixel_x "$1")" "$(pixel_y "$2")" click 1; }

# Away from the map, where the brush hides nothing.
step_aside() { point 400 5; }

await_cell() {
  step_aside
  await "cell ($1, $2) to be $3" pixel_is "$(pixel_x "$1")" "$(pixel_y "$2")" "$3"
}

await_change_of_cell() {
  step_aside
  await "cell ($1, $2) to change" pixel_is_not "$(pixel_x "$1")" "$(pixel_y "$2")" "$3"
}

# Drags a tab from a pixel to another without haste: each step is made when the one before is seen.
drag_tab() {
  local before
  point "$1" "$2"
  stand_still 3
  before=$(around "$1" "$2")
  xdotool mousedown 1
  await 'the tab to come along' wiggled $(($1 + 60)) $(($2 - 60)) "$1" "$2" "$before"
  before=$(around "$3" "$4")
  await 'the tab to arrive' wiggled "$3" "$4" "$3" "$4" "$before"
  xdotool mouseup 1
  step_aside
}

# Waits until the window looks the same so many times over: a busy machine draws late.
stand_still() {
  local before='' now n_alike=0
  while [ "$n_alike" -lt "$1" ]; do
    now=$(import -window "$window" -format '%#' info:-)
    [ "$now" = "$before" ] && n_alike=$((n_alike + 1)) || n_alike=0
    before=$now
  done
}

# Whether something is seen to change at a pixel while the pointer is moved at another.
wiggled() {
  xdotool mousemove $(($1 + 2)) "$2" mousemove "$1" "$2"
  differs_around "${@:3}"
}

around() { shown $(($1 - 20)) $(($2 - 12)) 40x24; }

differs_around() { [ "$(around "$1" "$2")" != "$3" ]; }

# What the screen shows from a pixel on, in so many pixels, as a number.
shown() { import -window root -crop "$3+$1+$2" +repage -format '%#' info:-; }

is_shown() { [ "$(shown "$1" "$2" "$3")" = "$4" ]; }

is_not_shown() { ! is_shown "$@"; }

# Waits until the window stands still, or nothing but a caret blinks.
settle() {
  local before='' now n_alike=0 n_looks=0
  while [ "$n_alike" -lt "$1" ] && [ "$n_looks" -lt 30 ]; do
    now=$(import -window "$window" -format '%#' info:-)
    [ "$now" = "$before" ] && n_alike=$((n_alike + 1)) || n_alike=0
    before=$now n_looks=$((n_looks + 1))
  done
}

# Runs a command by its name in the palette: a window that is late would take the keys for others.
order() {
  press ctrl+shift+p
  settle 2
  xdotool type --delay 1 "$*"
  settle 2
  press Return
  settle 2
}

await_end() {
  await 'the program to end' program_is_gone
  wait "$program" || fail "the program ended with $?"
  program='' window=''
}

program_is_gone() { ! kill -0 "$program" 2> /dev/null; }

# The cells in which two maps (GAT) of so many columns differ: x, y and the new type a line, of
# which the format says that it is the low byte of the last of five numbers of four bytes.
# Whatever else differs is shown as a byte. Knows nothing of how Landwright reads maps.
differences() {
  { cmp -l "$1" "$2" || true; } | awk -v columns="$3" '
    {
      at = $1 - 1 - 14; new = 0
      for (n = 1; n <= length($3); n++) new = new * 8 + substr($3, n, 1)
      if (at < 0 || at % 20 != 16) { print "byte", $1 - 1; next }
      cell = int(at / 20)
      print cell % columns, int(cell / columns), new
    }' | sort
}
