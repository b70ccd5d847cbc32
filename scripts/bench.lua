-- The load of scripts/bench for wrk. IDS: a file with a line "session token" each. MODE: get, or post.
-- A post is a push, then an increment and a pop on the same session, so that no stack grows and none runs empty
-- however many connections are in flight.
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
  '{"type":"pop"}',
}
local turn = -1 -- wrk asks for one request before it begins, and does not send it

if os.getenv("MODE") == "get" then
  function request()
    local session = sessions[math.random(#sessions)]
    return wrk.format("GET", session.path, session.headers)
  end
else
  -- All sessions get a push before the first of them gets its increment, and so on: the answers to one session's
  -- actions are apart by as many requests as there are sessions, more than are in flight.
  function request()
    local session = sessions[turn % #sessions + 1]
    local action = actions[math.floor(turn / #sessions) % #actions + 1]
    turn = turn + 1
    return wrk.format("POST", session.path .. "/actions", session.headers, action)
  end
end
