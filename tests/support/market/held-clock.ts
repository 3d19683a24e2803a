/**
 * Preloaded by `--import` into a product under test: its clock stands still at `HELD_AT`, and at
 * `HELD_THEN` from SIGUSR2 on. Timers run.
 */
const Wall = Date;
let now = Wall.parse(process.env['HELD_AT'] ?? '');
process.on('SIGUSR2', () => {
  now = Wall.parse(process.env['HELD_THEN'] ?? '');
  process.stderr.write('the clock has moved\n');
});

class HeldDate extends Wall {
  constructor(...given: [] | ConstructorParameters<typeof Wall>) {
    if (given.length === 0) super(now);
    else super(...given);
  }
  static override now(): number {
    return now;
  }
}
globalThis.Date = HeldDate as DateConstructor;
