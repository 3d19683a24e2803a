import { expect, test } from 'vitest';
import { testConfig } from '#tests/support/test-platform.ts';
import { introduce } from './introduce.ts';

test('the start says how to build the pages while they show another brand than BRAND_DIR', () => {
  const config = testConfig({ demo: false, brandDir: '/opt/kurs/my-brand' });
  const mail = { hasMailbox: false, isSending: true };
  const introduced = (isOther: boolean) => introduce({ config, mail, system: { showsOtherBrand: () => isOther } }, []);
  expect(introduced(true)).toEqual([
    expect.stringContaining('WARNING: the pages show another brand than BRAND_DIR'),
    expect.stringContaining('BRAND_DIR=/opt/kurs/my-brand npm run build'),
  ]);
  expect(introduced(false)).toEqual([]);
});
