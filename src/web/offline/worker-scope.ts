import type { Notifier } from './alert-notification.ts';

/**
 * The part of the service worker scope that we use: the compiler's own type library for workers
 * conflicts with the one for pages.
 */
export interface WorkerScope {
  readonly location: Location;
  readonly registration: Notifier;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(filter: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(name: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(name: 'notificationclick', listener: (event: ClickEvent) => void): void;
  addEventListener(name: 'message', listener: (event: WorkerMessage) => void): void;
}

interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends LifeEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface WindowClient {
  readonly url: string;
  focus(): Promise<unknown>;
}

interface PushEvent extends LifeEvent {
  readonly data: { text(): string } | null;
}

interface ClickEvent extends LifeEvent {
  readonly action: string;
  readonly notification: { readonly data: unknown; close(): void };
}

interface WorkerMessage extends LifeEvent {
  readonly data: unknown;
}
