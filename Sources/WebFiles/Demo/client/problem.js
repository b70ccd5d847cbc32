/**
 * A refusal by the server, or a fault of the connection, of the storage or of the use of this client.
 *
 * `code` is for programs: one of the server's problem codes, or `unreachable`, `timeout`, `bad-answer`, `expired`,
 * `storage-full`, `session-deleted`, `screen-gone`, `closed`. `status` is 0 unless a server has answered.
 */
export class NavstateProblem extends Error {
    constructor(code, detail, status = 0, errors = [], 
    /** The seconds after which the request may be repeated. */
    retryAfter) {
        super(`${code}: ${detail}`);
        this.code = code;
        this.detail = detail;
        this.status = status;
        this.errors = errors;
        this.retryAfter = retryAfter;
        this.name = "NavstateProblem";
    }
    /** Whether the same request, with the same key, may succeed later. */
    get isTemporary() {
        const { code, status } = this;
        const isUnanswered = code === "unreachable" || code === "timeout" || code === "bad-answer";
        return isUnanswered || status === 408 || status === 429 || status >= 500 || code === "idempotency-key-in-progress";
    }
    /** Whether it is unknown what became of the request. */
    get isUnanswered() {
        return this.status === 0 || this.status >= 500 && this.status !== 503 && this.status !== 507
            || this.code === "idempotency-key-in-progress";
    }
    /** Whether the session is out of reach for good: a wrong token, or a session that does not exist any more. */
    get endsSession() {
        return this.status === 401 || this.status === 410 || this.code === "no-such-session"
            || this.code === "session-expired";
    }
}
/** The problem of a response that is not a success. */
export function problemOf(status, text, retryAfter) {
    const seconds = retryAfter ? Number(retryAfter) : undefined;
    try {
        const { code, detail, errors } = JSON.parse(text);
        if (typeof code === "string")
            return new NavstateProblem(code, detail, status, errors, seconds);
    }
    catch {
        // A proxy's page.
    }
    return new NavstateProblem(`http-${status}`, `The response has the status ${status}.`, status, [], seconds);
}
