/** Three dots: a page is on its way. */
export function Loader({ label }: { label: string }) {
  return (
    <div className="loader" role="status" aria-label={label}>
      <i />
      <i />
      <i />
    </div>
  );
}
