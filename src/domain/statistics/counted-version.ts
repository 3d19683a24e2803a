/** The version of a forecast that was calibrated on a feed ends with the start of its leaf's hash. */
const ending = /\+[0-9a-f]{8}$/;

export const namesCalibration = (version: string): boolean => ending.test(version);

/** As what the calibrated statements of this version of a file are counted. */
export const calibratedVersion = (fileVersion: string): string => `${fileVersion}+calibrated`;

/** The statements of a model file are counted together, whatever it was calibrated to that day. */
export const countedVersion = (version: string): string =>
  namesCalibration(version) ? calibratedVersion(version.replace(ending, '')) : version;
