/** Three dots: a page is on its way. */
export function Loader({ label }: { label: string }) {
  return (
    <output className="loader" aria-label={label}>
      <i />
      <i />
      <i />
    </output>
  );
}
