/**
 * The sum of the newest `size` values, in their unit; NaN until there are as many. Exact, and
 * therefore independent of where the stream began, as long as all values are whole numbers.
 */
export function createRollingSum(size: number): (value: number) => number {
  const ring = new Float64Array(size);
  let at = 0;
  let filled = 0;
  let sum = 0;

  function push(value: number): number {
    sum += value - (ring[at] as number);
    ring[at] = value;
    at = at + 1 === size ? 0 : at + 1;
    if (filled < size) filled += 1;
    return filled === size ? sum : Number.NaN;
  }

  return push;
}
