import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('screens/root-redirect.tsx'),
  route(':lang', 'layouts/language-layout.tsx', [
    layout('layouts/main-layout.tsx', [
      index('screens/home/home.tsx'),
      route('signal', 'screens/signal/signal-screen.tsx'),
      route('account', 'screens/account/account.tsx'),
      route('mailbox', 'screens/mailbox/mailbox.tsx'),
      route('terms', 'screens/legal/terms.tsx'),
      route('privacy-policy', 'screens/legal/privacy-policy.tsx'),
      route('cookie-policy', 'screens/legal/cookie-policy.tsx'),
      route('*', 'screens/not-found/not-found.tsx'),
    ]),
    layout('layouts/admin-layout.tsx', [route('admin/campaigns', 'screens/admin-campaigns/admin-campaigns.tsx')]),
    layout('layouts/step-layout.tsx', [route('enter-id', 'screens/enter-id/enter-id.tsx')]),
    layout('layouts/auth-layout.tsx', [
      route('login', 'screens/login/login.tsx'),
      route('register', 'screens/register/register.tsx'),
      route('forgot-password', 'screens/forgot-password/forgot-password.tsx'),
      route('reset-password', 'screens/reset-password/reset-password.tsx'),
      route('confirm-email', 'screens/confirm-email/confirm-email.tsx'),
      route('activated-email', 'screens/activated-email/activated-email.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
