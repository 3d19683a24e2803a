import type { ReactNode } from 'react';
import type { DrawingName } from '#content/wiki/drawing-name.ts';
import {
  BrokerHouse,
  Doubling,
  type DrawingProps,
  Levels,
  RsiBand,
  TwoEnds,
  TwoPercent,
  WrittenRules,
} from './hero-drawings.tsx';
import {
  Averages,
  BreakEven,
  LuckyStrategy,
  PayoutScale,
  ShrinkingGain,
  SixStakes,
  WayBack,
  Zone,
} from './figure-drawings.tsx';

const drawings: Readonly<Record<DrawingName, (props: DrawingProps) => ReactNode>> = {
  'two-ends': TwoEnds,
  'two-percent': TwoPercent,
  doubling: Doubling,
  'written-rules': WrittenRules,
  'rsi-band': RsiBand,
  levels: Levels,
  'broker-house': BrokerHouse,
  'break-even': BreakEven,
  'way-back': WayBack,
  'six-stakes': SixStakes,
  'shrinking-gain': ShrinkingGain,
  'lucky-strategy': LuckyStrategy,
  averages: Averages,
  zone: Zone,
  'payout-scale': PayoutScale,
};

/** `alt` describes the drawing; empty where the text beside it does. */
export function Drawing({ name, alt, f }: DrawingProps & { readonly name: DrawingName; readonly alt: string }) {
  const Content = drawings[name];
  const ariaProps = alt === '' ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': alt } as const);
  return (
    <svg viewBox="0 0 384 196" preserveAspectRatio="xMidYMid meet" {...ariaProps}>
      <Content f={f} />
    </svg>
  );
}
