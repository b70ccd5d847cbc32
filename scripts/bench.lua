-- The load of scripts/bench for wrk. IDS: a file with a session's id in each line. MODE: get, or post.
-- A post is a push, an increment or the way back to the first screen, in turn: no stack grows, and none of them fails
-- in whatever order they arrive.
local paths, turn, isGet = {}, 0, os.getenv("MODE") == "get"
for id in io.lines(os.getenv("IDS")) do paths[#paths + 1] = "/v1/sessions/" .. id end

local fields = { ["Content-Type"] = "application/json" }
local actions = {
  '{"type":"push","route":"counter","params":{"count":1}}',
  '{"type":"increment"}',
  '{"type":"popTo","index":0}',
}

function request()
  local path, action = paths[turn % #paths + 1], actions[math.floor(turn / #paths) % #actions + 1]
  turn = turn + 1
  if isGet then return wrk.format("GET", path) end
  return wrk.format("POST", path .. "/actions", fields, action)
end
