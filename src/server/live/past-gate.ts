/**
 * A demo plays its past into its empty record while its market already runs. The leaves of a record
 * are in the order of time, so the present is recorded once the past is.
 */
export interface PastGate {
  isPlaying(): boolean;
  /** Playing ends when this resolves. */
  play(untilPlayed: Promise<void>): void;
  /** Called once the past is in the record, at once if none is played. */
  onPlayed(task: () => void): void;
}

export function createPastGate(): PastGate {
  let playing: Promise<void> | null = null;
  const end = (): void => {
    playing = null;
  };
  return {
    isPlaying: () => playing !== null,
    play: (untilPlayed) => {
      playing = untilPlayed.then(end);
    },
    onPlayed: (task) => (playing ? void playing.then(task) : task()),
  };
}
