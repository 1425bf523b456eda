-- What a person sees in Neovim, step by step. A step that fails ends Neovim with an error.

local PATIENCE = 10000

local function check(name, holds)
  local ok, result = pcall(holds)
  io.write((ok and result) and 'ok    ' or 'FAILED ', name, '\n')
  if not (ok and result) then
    if not ok then io.write(tostring(result), '\n') end
    vim.cmd('cquit')
  end
end

local function eventually(name, holds)
  check(name, function() return vim.wait(PATIENCE, holds, 5) end)
end

local function request(method, line, column, extra)
  vim.api.nvim_win_set_cursor(0, { line, column })
  local params = vim.tbl_extend('force', vim.lsp.util.make_position_params(), extra or {})
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, PATIENCE) or {}) do
    return answer.result
  end
end

local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end

local function shows(expected)
  return function() return vim.deep_equal(lines(), expected) end
end

local function n_diagnostics() return #vim.diagnostic.get(0) end

-- Packets of a definition with an unknown field, and some of an opcode that no map has.
vim.fn.writefile({ 'int32 unk1', 'int32 id' }, 'definitions/S_OIL.1.def')
local packets = { '0c00 4d00 0000c03f 07000000', '0c00 4d00 00002a43 08000000' }
vim.fn.writefile(packets, 'definitions/S_OIL.1.hex')

vim.cmd('edit definitions/S_LANTERN_LIT.1.def')
check('the file type is known by the name', function() return vim.bo.filetype == 'teradef' end)
eventually('a wrong line is diagnosed', function() return n_diagnostics() == 1 end)
check('where it is wrong', function() return vim.diagnostic.get(0)[1].lnum == 2 end)
vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'int32 lantern' })
eventually('it is in order once it is mended', function() return n_diagnostics() == 0 end)
vim.api.nvim_buf_set_lines(0, -1, -1, false, { '# 등불 😀', 'wrong' })
eventually('and wrong again after the next edit', function() return n_diagnostics() == 1 end)
check('hover tells of a field', function()
  local hover = request('textDocument/hover', 3, 7)
  return vim.inspect(hover.contents):find('lantern', 1, true)
end)
check('types are offered', function()
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'uin' })
  local list = request('textDocument/completion', #lines(), 3)
  return vim.tbl_contains(vim.tbl_map(function(item) return item.label end, list.items), 'uint32')
end)
vim.cmd('bdelete!')

-- The first of what a person could choose from.
vim.ui.select = function(items, _, choose) choose(items[1]) end
vim.cmd('edit definitions/S_FISH_CAUGHT.1.def')
eventually('three mistakes are found', function() return n_diagnostics() == 3 end)
vim.api.nvim_win_set_cursor(0, { 3, 0 })
vim.lsp.buf.code_action()
eventually('a code action mends the line', function() return lines()[3] == 'int32 weight' end)
eventually('and its mistake is gone', function() return n_diagnostics() == 2 end)

vim.cmd('edit! definitions/S_NOTICE_BOARD.1.def')
eventually('the server has it', function() return #vim.lsp.buf_get_clients(0) == 1 end)
vim.api.nvim_win_set_cursor(0, { 2, 8 })
vim.lsp.buf.definition()
eventually('a count leads to its array', function()
  return vim.deep_equal(vim.api.nvim_win_get_cursor(0), { 7, 6 })
end)
vim.lsp.buf.rename('posters')
eventually('a field is renamed with its count and offset', function()
  return lines()[2] == 'count posters' and lines()[3] == 'offset posters'
    and lines()[7] == 'array posters'
end)
vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'array   posters', '-int32  author' })
vim.lsp.buf.formatting_sync(nil, PATIENCE)
check('a file is formatted', shows({ 'array posters', '- int32 author' }))
vim.cmd('bdelete!')
vim.cmd('bufdo bdelete!')
-- This version does not ask for problems, and is sent those of files that are not open.
eventually('a closed file has the problems that it has on disk', function()
  return #vim.diagnostic.get(vim.fn.bufnr('S_FISH_CAUGHT.1.def')) == 3
end)

vim.cmd('edit definitions/C_LIGHT_LANTERN.2.def')
eventually('a lens offers the difference from the version before', function()
  vim.lsp.codelens.refresh()
  vim.wait(100)
  local titles = vim.tbl_map(function(lens) return lens.command.title end, vim.lsp.codelens.get(0))
  return vim.tbl_contains(titles, 'diff with version 1')
end)
vim.cmd('PacketLayout')
check('the byte layout is shown', function()
  return vim.fn.execute('messages'):find('+18    1 B  byte    red', 1, true)
end)
vim.ui.select = function(items, _, choose) choose(items[#items]) end
vim.lsp.codelens.run()
eventually('and tells of it', function()
  return vim.fn.execute('messages'):find('added    byte red', 1, true)
end)
vim.cmd('bdelete!')

local function actions(first, last, column)
  local range = {
    start = { line = first - 1, character = 0 }, ['end'] = { line = last - 1, character = column },
  }
  local found = request('textDocument/codeAction', first, 0, {
    range = range, context = { diagnostics = {} },
  })
  return vim.tbl_map(function(action) return action.title end, found or {})
end

local function has(titles, text)
  for _, title in ipairs(titles) do
    if title:find(text, 1, true) then return true end
  end
end

vim.cmd('edit definitions/S_OIL.1.def')
eventually('packets say what an unknown field may be', function()
  local hover = request('textDocument/hover', 1, 7)
  return hover and vim.inspect(hover.contents):find('float` 100 %', 1, true)
end)
check('selected fields can be made filler', function() return has(actions(1, 2, 8), 'filler') end)
check('a definition without an opcode gets its line for the map', function()
  return has(actions(1, 1, 0), 'Add `S_OIL 77`')
end)
vim.ui.select = function(items, _, choose)
  for _, item in ipairs(items) do
    if item[2].title:find('Make `unk1` a `float`', 1, true) then return choose(item) end
  end
end
vim.api.nvim_win_set_cursor(0, { 1, 0 })
vim.lsp.buf.code_action()
eventually('and is made what it is', function() return lines()[1] == 'float unk1' end)
vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'ref text', 'string text' })
eventually('a lens says which parsers load it', function()
  vim.lsp.codelens.refresh()
  vim.wait(100)
  local titles = vim.tbl_map(function(lens) return lens.command.title end, vim.lsp.codelens.get(0))
  return vim.tbl_contains(titles, 'loads in: seed ✘ toolbox ✔ protojs ✘')
end)
vim.cmd('bdelete!')

vim.cmd('edit maps/protocol.400000.map')
check('a map is known by its name', function() return vim.bo.filetype == 'teramap' end)
eventually('and the server serves it too', function()
  return #vim.lsp.buf_get_clients(0) == 1
end)

vim.lsp.stop_client(vim.lsp.get_active_clients())
eventually('the server ends when it is told to', function()
  return #vim.lsp.get_active_clients() == 0
end)
vim.cmd('qall!')
