import { expect, test } from 'vitest';
import { placeCard, scrollToSee } from './tutorial-card.tsx';

const desktop = { width: 1440, height: 900 };
const phone = { width: 320, height: 640 };
const card = { width: 360, height: 230 };
const phoneCard = { width: 288, height: 230 };

test.each([
  ['left of a rail', { left: 940, top: 510, width: 380, height: 350 }, { left: 564, top: 570 }],
  ['below', { left: 120, top: 190, width: 800, height: 200 }, { left: 120, top: 406 }],
  ['above an element at the bottom', { left: 120, top: 740, width: 800, height: 110 }, { left: 120, top: 494 }],
  ['right of an element of full height', { left: 20, top: 0, width: 400, height: 900 }, { left: 436, top: 335 }],
])('places the card %s', (_, highlight, place) => {
  expect(placeCard(highlight, card, desktop)).toEqual(place);
});

test('with no lit box the card is centred', () => {
  expect(placeCard(null, card, desktop)).toEqual({ left: 540, top: 335 });
});

test.each([
  [{ left: 16, top: -200, width: 288, height: 1200 }],
  [{ left: 0, top: 600, width: 320, height: 40 }],
  [{ left: 260, top: 300, width: 48, height: 48 }],
])('keeps the card inside the window of a phone: %j', (highlight) => {
  const { left, top } = placeCard(highlight, phoneCard, phone);
  expect([left, top].every((edge) => edge >= 16)).toBe(true);
  expect([left + phoneCard.width <= 304, top + phoneCard.height <= 624]).toEqual([true, true]);
});

test.each([
  ['keeps a visible target in place', { top: 200, height: 100 }, 0],
  ['scrolls a target below the fold to the middle', { top: 900, height: 100 }, 600],
  ['scrolls a target under the header to the middle', { top: 20, height: 100 }, -280],
  ['aligns a target taller than the window below the header', { top: 900, height: 900 }, 820],
])('%s', (_, { top, height }, distance) => {
  expect(scrollToSee({ left: 0, top, width: 100, height }, 64, 636)).toBe(distance);
});
