/**
 * `npm test -- --all`: every view of a journey, and the whole volume of killed processes, seeds and
 * interleavings. The shorter run makes the same assertions on fewer of them.
 */
export const isFullRun = process.env['TEST_VOLUME'] === 'full';
