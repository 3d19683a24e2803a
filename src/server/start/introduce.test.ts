import { expect, test } from 'vitest';
import { testConfig } from '#tests/support/test-platform.ts';
import { introduce } from './introduce.ts';

test('the start says how to build the pages while they show another brand than BRAND_DIR', () => {
  const config = testConfig({ demo: false });
  const mail = { hasMailbox: false, isSending: true };
  const introduced = (built: string) => introduce({ config, mail }, [], built);
  // Any other text is another brand.
  expect(introduced(import.meta.filename)).toEqual([
    expect.stringContaining('WARNING: the pages show another brand than BRAND_DIR'),
    expect.stringContaining(`BRAND_DIR=${config.brandDir} npm run build`),
  ]);
  expect(introduced('no-build.json')).toEqual([]);
});
