/**
 * A demo plays its past into its empty record while its market already runs. The leaves of a record
 * are in the order of time, so the present is recorded once the past is.
 */
export type PastGate = ReturnType<typeof createPastGate>;

export function createPastGate() {
  let playing: Promise<void> | null = null;
  const end = (): void => {
    playing = null;
  };
  return {
    isPlaying: (): boolean => playing !== null,
    /** Playing ends when this resolves. */
    play: (untilPlayed: Promise<void>): void => {
      playing = untilPlayed.then(end);
    },
    /** Called once the past is in the record, at once if none is played. */
    onPlayed: (task: () => void): void => (playing ? void playing.then(task) : task()),
  };
}
