/** EX_CONFIG of sysexits.h: the operator must change something before a start can succeed. */
const configurationExitCode = 78;

/** Why the product cannot start, in words for the person at the terminal. */
export class StartError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = configurationExitCode) {
    super(message);
    this.name = 'StartError';
    this.exitCode = exitCode;
  }
}
