;;; check.el --- What a person sees in Emacs, step by step  -*- lexical-binding: t -*-
;;; Commentary:
;; A step that fails ends Emacs with an error.
;;; Code:

(require 'cl-lib)

(setq vc-handled-backends nil
      eglot-send-changes-idle-time 0
      eglot-sync-connect 10)

(defun check (name holds)
  "Say whether the claim NAME HOLDS."
  (princ (format "%s %s\n" (if holds "ok    " "FAILED") name))
  (unless holds (kill-emacs 1)))

(defun eventually (name holds)
  "Wait until the function HOLDS says so, as the claim NAME."
  (let ((n-left 500) (result nil))
    (while (and (not (setq result (funcall holds))) (> (cl-decf n-left) 0))
      (accept-process-output nil 0.02))
    (check name result)))

(defun problems ()
  "What flymake shows now."
  (flymake-start)
  (accept-process-output nil 0.02)
  (flymake-diagnostics))

;; Packets of a definition with an unknown field.
(write-region "int32 unk1\nint32 id\n" nil "definitions/S_OIL.1.def")
(write-region "0c00 4d00 0000c03f 07000000\n0c00 4d00 00002a43 08000000\n"
              nil "definitions/S_OIL.1.hex")

(find-file "definitions/S_LANTERN_LIT.1.def")
(check "the mode is known by the name" (eq major-mode 'teradef-mode))
;; In batch nothing runs when Emacs has time, so what `eglot-ensure' would do later is done now.
(apply #'eglot (eglot--guess-contact))
(check "the server serves the buffer" (eglot-managed-p))
(eventually "a wrong line is diagnosed" (lambda () (= (length (problems)) 1)))
(check "where it is wrong"
       (= (line-number-at-pos (flymake-diagnostic-beg (car (flymake-diagnostics)))) 3))
(goto-char (point-min))
(forward-line 2)
(end-of-line)
(insert " lantern")
(eglot--signal-textDocument/didChange)
(eventually "it is in order once it is mended" (lambda () (null (problems))))
(check "hover tells of a field"
       (string-match-p "lantern"
                       (format "%S" (jsonrpc-request (eglot-current-server) :textDocument/hover
                                                     (eglot--TextDocumentPositionParams)))))
(eglot-rename "lamp")
(check "a field is renamed" (string-match-p "^int32 lamp$" (buffer-string)))
(goto-char (point-max))
(insert "array   list\n-int32  a\n")
(eglot--signal-textDocument/didChange)
(eglot-format-buffer)
(check "a buffer is formatted" (string-match-p "^array list\n- int32 a\n" (buffer-string)))
(check "types are offered"
       (let ((case-fold-search nil))
         (goto-char (point-max))
         (insert "uin")
         (eglot--signal-textDocument/didChange)
         (let ((found (eglot-completion-at-point)))
           (member "uint32" (all-completions "uin" (nth 2 found))))))
(set-buffer-modified-p nil)
(let ((server (eglot-current-server)))
  (find-file "S_OIL.1.def")
  (setq eglot--cached-server server)
  (eglot--managed-mode)
  (eglot--signal-textDocument/didOpen))
(goto-char 8)
(eventually "packets say what an unknown field may be"
            (lambda ()
              (string-match-p "float"
                              (format "%S" (jsonrpc-request (eglot-current-server)
                                                            :textDocument/hover
                                                            (eglot--TextDocumentPositionParams))))))
(check "and a fix makes it that"
       (let ((found (jsonrpc-request
                     (eglot-current-server) :textDocument/codeAction
                     (list :textDocument (eglot--TextDocumentIdentifier)
                           :range (list :start '(:line 0 :character 7) :end '(:line 0 :character 7))
                           :context '(:diagnostics [])))))
         (string-match-p "Make `unk1` a `float`" (format "%S" found))))
(let ((server (eglot-current-server)))
  (eglot-shutdown server)
  (eventually "the server ends when it is told to" (lambda () (not (jsonrpc-running-p server)))))
(set-buffer-modified-p nil)
(kill-emacs 0)

;;; check.el ends here
