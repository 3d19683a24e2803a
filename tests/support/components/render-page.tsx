import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { render } from 'vitest-browser-react';

/** Around a component as on a page of a signed-in user: address, language and query cache. */
export function Page({ children, address = '/en' }: { children: ReactNode; address?: string }) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return (
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/:lang/*" element={children} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>
  );
}

export const renderPage = (element: ReactNode, address?: string) =>
  render(<Page {...(address && { address })}>{element}</Page>);
