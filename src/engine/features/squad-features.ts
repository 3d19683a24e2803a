import {
  createBollingerZ,
  createChandeMomentum,
  createCommodityChannel,
  createDeMarker,
  createExponentialMean,
  createRelativeStrength,
  createRollingExtreme,
  createRollingSum,
  createSequentialSetup,
  createStochasticPosition,
  createUltimateOscillator,
} from './indicators.ts';
import { type FeatureGroup, mirrored, type PointBar } from './feature-group.ts';

/** An indicator's vote after this bar: 1 up, −1 down, 0 no vote. */
type Voter = (bar: PointBar) => number;

/**
 * Up at or below `low` (oversold), down at or above `high` (overbought): a price far from its mean
 * tends to revert.
 */
const fade = (value: number, low: number, high: number): number => (value <= low ? 1 : value >= high ? -1 : 0);

/**
 * Thirteen classic indicators with the periods and bounds of their authors, each read as a
 * reversal: over minutes, stretched prices revert more often than they continue (models/README.md).
 */
const voters: readonly { readonly name: string; readonly create: () => Voter }[] = [
  // J. W. Wilder, "New Concepts in Technical Trading Systems", 1978.
  { name: 'vote_rsi_14', create: () => strengthVoter(14, 30, 70) },
  // L. Connors and C. Alvarez, "Short Term Trading Strategies That Work", 2008.
  { name: 'vote_rsi_2', create: () => strengthVoter(2, 10, 90) },
  // G. Lane, "Lane's Stochastics", Technical Analysis of Stocks and Commodities, 1984.
  { name: 'vote_stochastic', create: stochasticVoter },
  // L. Williams, "How I Made One Million Dollars", 1973.
  { name: 'vote_williams_r', create: williamsVoter },
  // T. Chande and S. Kroll, "The New Technical Trader", 1994.
  { name: 'vote_stochastic_rsi', create: stochasticStrengthVoter },
  // D. Lambert, Commodities, October 1980; read as overbought and oversold, the usual
  // interpretation today.
  { name: 'vote_cci', create: channelIndexVoter },
  // J. Bollinger, "Bollinger on Bollinger Bands", 2001.
  { name: 'vote_bollinger', create: bollingerVoter },
  // C. Keltner, "How to Make Money in Commodities", 1960, in L. Raschke's form with the mean true range.
  { name: 'vote_keltner', create: keltnerVoter },
  // R. Donchian's channel over one hour, faded as in L. Connors and L. Raschke, "Street Smarts",
  // 1995 ("Turtle Soup").
  { name: 'vote_channel', create: channelVoter },
  // T. Chande and S. Kroll, 1994.
  { name: 'vote_cmo', create: momentumVoter },
  // T. DeMark, "The New Science of Technical Analysis", 1994.
  { name: 'vote_demarker', create: deMarkerVoter },
  // L. Williams, Technical Analysis of Stocks and Commodities, August 1985.
  { name: 'vote_ultimate', create: ultimateVoter },
  // T. DeMark, 1994: nine closes in a row on one side of the close four bars earlier.
  { name: 'vote_setup', create: setupVoter },
];

/** The squad's votes, one feature per voter. */
export function createSquadFeatures(): FeatureGroup {
  const squad = voters.map(({ create }) => create());
  return {
    features: voters.map(({ name }) => mirrored(name)),
    push(bar, out, at) {
      for (let i = 0; i < squad.length; i += 1) out[at + i] = (squad[i] as Voter)(bar);
    },
  };
}

function strengthVoter(period: number, low: number, high: number): Voter {
  const strength = createRelativeStrength(period);
  return ({ close }) => fade(strength(close), low, high);
}

/** Slow %K: the mean of three, on a scale from −1 to 1, where 20 and 80 become −0.6 and 0.6. */
function stochasticVoter(): Voter {
  const position = createStochasticPosition(14);
  let [before, last] = [Number.NaN, Number.NaN];
  return ({ high, low, close }) => {
    const now = position.push(high, low, close);
    const slow = (before + last + now) / 3;
    [before, last] = [last, now];
    return fade(slow, -0.6, 0.6);
  };
}

/** −80 and −20 on its scale from −100 to 0. */
function williamsVoter(): Voter {
  const position = createStochasticPosition(10);
  return ({ high, low, close }) => fade(position.push(high, low, close), -0.6, 0.6);
}

function stochasticStrengthVoter(): Voter {
  const strength = createRelativeStrength(14);
  const position = createStochasticPosition(14);
  return ({ close }) => {
    const value = strength(close);
    return Number.isNaN(value) ? 0 : fade(position.push(value, value, value), -0.6, 0.6);
  };
}

function channelIndexVoter(): Voter {
  const index = createCommodityChannel(20);
  return ({ high, low, close }) => fade(index(high, low, close), -100, 100);
}

function bollingerVoter(): Voter {
  const z = createBollingerZ(20);
  return ({ close }) => fade(z(close), -2, 2);
}

function keltnerVoter(): Voter {
  const mean = createExponentialMean(20);
  const ranges = createRollingSum(10);
  return ({ close, range }) => {
    const meanRange = ranges(range) / 10;
    const distance = close - mean(close);
    return meanRange === 0 ? 0 : fade(distance / meanRange, -2, 2);
  };
}

function channelVoter(): Voter {
  const highs = createRollingExtreme('highest', 60);
  const lows = createRollingExtreme('lowest', 60);
  return ({ high, low, close }) => {
    const highest = highs.push(high);
    const lowest = lows.push(low);
    return highest === lowest ? 0 : fade(close, lowest, highest);
  };
}

function momentumVoter(): Voter {
  const momentum = createChandeMomentum(14);
  return ({ close }) => fade(momentum(close), -50, 50);
}

function deMarkerVoter(): Voter {
  const deMarker = createDeMarker(14);
  return ({ high, low }) => fade(deMarker(high, low), 0.3, 0.7);
}

function ultimateVoter(): Voter {
  const ultimate = createUltimateOscillator();
  return ({ high, low, close }) => fade(ultimate(high, low, close), 30, 70);
}

function setupVoter(): Voter {
  const setup = createSequentialSetup();
  return ({ close }) => fade(setup(close), -9, 9);
}
