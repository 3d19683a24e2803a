import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';

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

/** The result answers with the user who operates the page. */
export function renderPage(element: ReactNode, address?: string): UserEvent {
  const user = userEvent.setup();
  render(<Page {...(address && { address })}>{element}</Page>);
  return user;
}
