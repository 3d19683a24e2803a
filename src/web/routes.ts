import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('screens/root-redirect.tsx'),
  route(':lang', 'layouts/language-layout.tsx', [
    layout('layouts/main-layout.tsx', [
      index('screens/home/home.tsx'),
      route('signal', 'screens/signal/signal-screen.tsx'),
      route('*', 'screens/not-found/not-found.tsx'),
    ]),
    layout('layouts/auth-layout.tsx', [route('login', 'screens/login/login.tsx')]),
  ]),
] satisfies RouteConfig;
