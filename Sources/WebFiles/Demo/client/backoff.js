export class Backoff {
constructor() {
this.attempts = 0;
this.finish = () => { };
this.isFixed = false;
}
pause({ retryAfter = 0 } = {}, most = Infinity) {
const jittered = Math.min(30000, 250 * 2 ** this.attempts++) * (1 - Math.random() / 2);
this.isFixed = retryAfter > 0;
return new Promise(resolve => {
const timer = setTimeout(resolve, Math.min(Math.max(jittered, retryAfter * 1000), most + 1));
this.finish = () => {
clearTimeout(timer);
resolve();
};
});
}
wake() {
if (!this.isFixed)
this.finish();
}
end() {
this.finish();
}
reset() {
this.attempts = 0;
}
}
