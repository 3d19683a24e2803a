import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { auditReasonLength } from '#contract/admin/admin.ts';
import type { Announcement, Maintenance as MaintenanceState } from '#contract/admin/notices.ts';
import { f, toExpectedEnd } from '#web/admin/admin-texts.ts';
import { EachLanguage, inNoLanguage, isInEachLanguage } from '#web/admin/each-language.tsx';
import { MomentField, ReasonField } from '#web/admin/fields.tsx';
import { Loaded } from '#web/admin/loaded.tsx';
import { call } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { operatorTitle } from '#web/language/page-title.ts';
import { confirming } from '#web/second-factor/confirm-again.ts';
import { workingStatsQuery } from '#web/session/working-stats.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

export const meta = operatorTitle('Notices');

/** What the operator states to users: an announcement, and maintenance. */
export default function AdminNotices() {
  const notices = useQuery({ queryKey: ['admin', 'notices'], queryFn: fetchNotices });
  const queries = useQueryClient();
  const refresh = (): void => {
    void queries.invalidateQueries({ queryKey: ['admin'] });
    void queries.invalidateQueries(workingStatsQuery);
  };
  return (
    <>
      <PageHead
        title="Notices"
        lead="What every page shows above its content. An announcement appears with the next page that a user opens. Maintenance begins and ends within ten seconds on an open signal page, history or bankroll, and begins within a minute on other open pages."
      />
      <Loaded read={notices}>
        {({ announcement, maintenance }) => (
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(420px,100%),1fr))] items-start gap-4">
            <AnnouncementForm key={JSON.stringify(announcement)} saved={announcement} onDone={refresh} />
            <Maintenance maintenance={maintenance} onDone={refresh} />
          </div>
        )}
      </Loaded>
    </>
  );
}

async function fetchNotices() {
  const [announcement, maintenance] = await Promise.all([
    call('GET /api/admin/announcement'),
    call('GET /api/admin/maintenance'),
  ]);
  return { announcement, maintenance };
}

function AnnouncementForm({ saved, onDone }: { readonly saved: Announcement; readonly onDone: () => void }) {
  const [text, setText] = useState(saved.text);
  const [from, setFrom] = useState(saved.from);
  const [until, setUntil] = useState(saved.until);
  const put = (body: Announcement): Promise<void> =>
    confirming(() => call('PUT /api/admin/announcement', { body })).then(onDone);
  const save = useToastAction(() => put({ text, from, until }));
  const remove = useToastAction(() => put({ text: inNoLanguage, from: null, until: null }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save.run();
  };
  return (
    <Card title="Announcement" titleId="announcement">
      <form className="p-card flex flex-col gap-4" onSubmit={submit}>
        <p className="text-14 text-ink-3">{describeAnnouncement(saved)}</p>
        <EachLanguage value={text} onChange={setText} />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(240px,100%),1fr))] gap-3">
          <MomentField label="From; empty: at once" value={from} onChange={setFrom} />
          <MomentField label="Until; empty: until removed" value={until} onChange={setUntil} />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="p" isBusy={save.isBusy} disabled={!isInEachLanguage(text)} text="Announce" />
          {isInEachLanguage(saved.text) && <Button look="s" action={remove} text="Remove" />}
        </div>
      </form>
    </Card>
  );
}

function describeAnnouncement({ text, from, until }: Announcement): string {
  const now = serverClock.now();
  if (!isInEachLanguage(text)) return 'None.';
  if (until !== null && Date.parse(until) <= now) return `Ended ${f.moment(Date.parse(until), now)}.`;
  if (from !== null && Date.parse(from) > now) return `Begins ${f.moment(Date.parse(from), now)}.`;
  return until === null ? 'Shown now, until you remove it.' : `Shown now, until ${f.moment(Date.parse(until), now)}.`;
}

interface MaintenanceProps {
  readonly maintenance: MaintenanceState;
  readonly onDone: () => void;
}

const maintenanceEffect =
  'Users get no new signals, and most pages are replaced by one that says so. The signal page (with a banner and an open signal), sign-in, the record and these pages stay. Open signals settle.';

function Maintenance({ maintenance: { isOn, until }, onDone }: MaintenanceProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card
      title="Maintenance"
      titleId="maintenance"
      aside={<span className={`chip ${isOn ? 'warn' : ''}`}>{isOn ? 'on' : 'off'}</span>}
    >
      <div className="p-card flex flex-col items-start gap-4">
        <p className="text-14 text-ink-3">
          {isOn ? `In force, ${toExpectedEnd(until)}. ${maintenanceEffect}` : maintenanceEffect}
        </p>
        <Button
          look={isOn ? 'p' : 's'}
          onClick={() => setIsOpen(true)}
          text={isOn ? 'End maintenance…' : 'Begin maintenance…'}
        />
      </div>
      {isOpen && (
        <MaintenanceDialog
          isOn={isOn}
          onDone={() => {
            setIsOpen(false);
            onDone();
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Card>
  );
}

interface MaintenanceDialogProps {
  readonly isOn: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function MaintenanceDialog({ isOn, onDone, onClose }: MaintenanceDialogProps) {
  const [until, setUntil] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  return (
    <ActionDialog
      variant="operator"
      title={isOn ? 'End maintenance?' : 'Begin maintenance?'}
      confirm={isOn ? 'Open the site' : 'Close the site'}
      cancel="Cancel"
      isReady={reason.trim().length >= auditReasonLength.min}
      act={() => confirming(() => call('PUT /api/admin/maintenance', { body: { isOn: !isOn, until, reason } }))}
      onDone={onDone}
      onClose={onClose}
    >
      {!isOn && <MomentField label="Expected end, which users read" value={until} onChange={setUntil} />}
      <ReasonField value={reason} onChange={setReason} />
    </ActionDialog>
  );
}
