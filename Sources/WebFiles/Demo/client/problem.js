export class NavstateProblem extends Error {
constructor(code, detail, status = 0, errors = [], retryAfter) {
super(`${code}: ${detail}`);
this.code = code;
this.detail = detail;
this.status = status;
this.errors = errors;
this.retryAfter = retryAfter;
this.name = "NavstateProblem";
}
get isTemporary() {
return this.isUnanswered || this.code === "no-new-token" || this.status === 408 || this.status === 429 || this.status >= 500;
}
get isUnanswered() {
return unanswered.includes(this.code) || (this.status >= 500 && this.status !== 503 && this.status !== 507);
}
get endsSession() {
return this.status === 401 || this.code === "no-such-session" || this.code === "session-expired";
}
}
const unanswered = ["unreachable", "timeout", "bad-answer", "idempotency-key-in-progress"];
export function problemOf(status, text, retryAfter) {
const { code = "bad-answer", detail = text, errors } = JSON.parse(text);
return new NavstateProblem(code, detail, status, errors, Number(retryAfter) || 0);
}
export function problemFor(error, signal) {
if (error instanceof NavstateProblem)
return error;
if (signal?.aborted)
return new NavstateProblem("timeout", "The server has not answered in time.");
if (error instanceof SyntaxError)
return new NavstateProblem("bad-answer", "The answer is not one of Navstate.");
return new NavstateProblem("unreachable", `The server cannot be reached: ${error}.`);
}
