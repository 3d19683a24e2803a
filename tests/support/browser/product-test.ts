import { test as base } from '@playwright/test';
import { type Product, startProduct } from '#tests/support/product.ts';
import { returningVisitor } from './returning-visitor.ts';

/** The account that the demo prints at its start. */
export const demoAccount = { email: 'demo@kurs.example', password: 'Kurs-demo-1' };

const startDemo =
  (settings: Readonly<Record<string, string>> = {}) =>
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
  async ({}, use: (product: Product) => Promise<void>): Promise<void> => {
    const product = await startProduct({
      RATE_LIMIT_PER_MINUTE: '0',
      ADMIN_EMAILS: demoAccount.email,
      ...settings,
    });
    await use(product);
    await product.stop();
  };

/**
 * The product itself with its training broker, in demo mode: mails stay in its mailbox, and its
 * printed account is an administrator. Started once per worker; limits are off, because all
 * requests come from one address.
 */
export const test = base.extend<object, { readonly product: Product }>({
  product: [startDemo(), { scope: 'worker' }],
  baseURL: ({ product }, use) => use(product.url),
  context: async ({ context }, use) => {
    await returningVisitor(context);
    await use(context);
  },
});

/** Before anybody else has come. */
export const testOnNewProduct = test.extend<object, { readonly product: Product }>({
  product: [startDemo(), { scope: 'worker' }],
});

/** With a partner programme without an interface: the operator answers claims. */
export const testWithClaims = test.extend<object, { readonly product: Product }>({
  product: [
    startDemo({ BROKER: 'manual', BROKER_REFERRAL_URL: 'https://broker.example/register?ref=1' }),
    { scope: 'worker' },
  ],
});
