import canonicalize from 'canonicalize';
import type { FeedCalibration } from '#contract/record/record.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { namesCalibration } from '#domain/statistics/shadow-tally.ts';
import type { Findings } from './findings.ts';
import type { CalibrationFacts } from './leaf-facts.ts';

/**
 * Calibrations by feed and the version of forecasts that use them. `from`: the first leaf that is
 * read; what lies before it cannot be required.
 */
export function createRecordedCalibrations(findings: Findings, from: number) {
  const recorded = new Map<string, CalibrationFacts>();
  const ids = new Set<string>();
  const fails = (sentence: string): void => findings.fails('calibration', sentence);
  return {
    /** `hash`: of the leaf; its first eight digits are the calibration's id. */
    add: (index: number, hash: string, facts: CalibrationFacts): void => {
      const id = hash.slice(0, 8);
      if (!(facts.from < facts.to && facts.to <= facts.at))
        fails(`leaf ${index}: its period is not over when it was recorded`);
      if (ids.has(id)) fails(`leaf ${index}: another calibration has its id, ${id}`);
      ids.add(id);
      recorded.set(`${facts.feed} ${facts.version}+${id}`, facts);
    },
    /** Each version that names a calibration names one that is recorded before. */
    require: (index: number, feed: string, versions: readonly string[]): void => {
      const missing = versions.find((one) => namesCalibration(one) && !recorded.has(`${feed} ${one}`));
      if (missing !== undefined && from === 0)
        fails(`leaf ${index} names a calibration that is not recorded before it: ${missing}`);
    },
    /** Whether what a server shows of a calibration is what a leaf states. */
    compare: (aiModel: AiModelKey, shown: FeedCalibration): void => {
      const isRecorded = [...recorded.values()].some((facts) => isSame(facts, aiModel, shown));
      if (!isRecorded) fails(`the calibration shown for ${aiModel} is in no leaf`);
    },
    all: (): CalibrationFacts[] => [...recorded.values()],
  };
}

const isSame = (facts: CalibrationFacts, aiModel: AiModelKey, shown: FeedCalibration): boolean =>
  facts.model === aiModel &&
  facts.feed === shown.feed &&
  facts.from === Date.parse(shown.from) &&
  facts.to === Date.parse(shown.to) &&
  facts.decisions === shown.decisions &&
  canonicalize(facts.factors) === canonicalize(shown.sessions);
