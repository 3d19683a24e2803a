import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { preload } from 'react-dom';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useParams,
  useRouteError,
} from 'react-router';
import { brand } from '#domain/brand.ts';
import { defaultLanguage, isLanguage, type Language } from '#domain/language.ts';
import { isProblem } from './api/api-problem.ts';
import { findPhrases } from './language/phrase-book.ts';
import { bootScript } from './theme/boot-script.ts';
import { fontPreloads } from './theme/font-preloads.ts';
import { Loader } from './ui/loader.tsx';
import './styles/app.css';

export function Layout({ children }: { children: ReactNode }) {
  const { lang } = useParams();
  const language = isLanguage(lang) ? lang : defaultLanguage;
  if (import.meta.env.SSR && isLanguage(lang)) preloadFonts(lang);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    // The boot script sets the theme, and the fallback page its language, before React arrives.
    <html lang={language} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
        <meta name="color-scheme" content="dark light" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script dangerouslySetInnerHTML={{ __html: bootScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Only in pages that are built: elsewhere the styles ask for the fonts as early. */
function preloadFonts(lang: Language): void {
  for (const font of fontPreloads[lang]) preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
}

export default function Root() {
  const [queries] = useState(createQueries);
  return (
    <QueryClientProvider client={queries}>
      <Outlet />
    </QueryClientProvider>
  );
}

/** Refusals are answers, not accidents: only a lost connection is worth another try. */
function createQueries(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 30_000 } } });
}

const isWorthRetrying = (failures: number, error: Error): boolean => failures < 3 && isProblem(error, 'offline');

export function HydrateFallback() {
  return (
    <div className="boot">
      <Loader label={brand.name} />
    </div>
  );
}

export function ErrorBoundary() {
  const { lang } = useParams();
  const phrases = findPhrases(isLanguage(lang) ? lang : defaultLanguage);
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) console.error(error);
  return (
    <main className="boot">
      <div className="state">
        <h1 className="h2">{phrases?.t('common.error.title') ?? brand.name}</h1>
        <p>{phrases?.t('common.error.text')}</p>
        <button type="button" className="btn btn-p" onClick={() => location.reload()}>
          {phrases?.t('common.error.reload') ?? '↻'}
        </button>
      </div>
    </main>
  );
}
