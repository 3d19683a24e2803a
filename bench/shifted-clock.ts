/**
 * Preloaded by `--import` into a product under measurement and all of its processes: their clocks
 * run at the usual pace, `CLOCK_SHIFT_MS` away from the time.
 */
const SystemDate = Date;
const shift = Number(process.env['CLOCK_SHIFT_MS'] ?? 0);

class ShiftedDate extends SystemDate {
  constructor(...given: [] | ConstructorParameters<typeof SystemDate>) {
    if (given.length === 0) super(SystemDate.now() + shift);
    else super(...given);
  }
  static override now(): number {
    return SystemDate.now() + shift;
  }
}
Object.assign(globalThis, { Date: ShiftedDate });
