-- The load of scripts/bench for wrk. IDS: a file with a line "session token" each. MODE: get, or post.
-- A post is a push, an increment or the way back to the first screen, in turn: no stack grows, and none of them fails
-- in whatever order they arrive.
local sessions = {}
for line in io.lines(os.getenv("IDS")) do
  local id, token = line:match("^(%S+)%s*(%S*)")
  sessions[#sessions + 1] = {
    path = "/v1/sessions/" .. id,
    headers = { ["Content-Type"] = "application/json", ["Authorization"] = "Bearer " .. token },
  }
end

local actions = {
  '{"type":"push","route":"counter","params":{"count":1}}',
  '{"type":"increment"}',
  '{"type":"popTo","index":0}',
}
local turn = 0

if os.getenv("MODE") == "get" then
  function request()
    local session = sessions[math.random(#sessions)]
    return wrk.format("GET", session.path, session.headers)
  end
else
  function request()
    local session = sessions[turn % #sessions + 1]
    local action = actions[math.floor(turn / #sessions) % #actions + 1]
    turn = turn + 1
    return wrk.format("POST", session.path .. "/actions", session.headers, action)
  end
end
