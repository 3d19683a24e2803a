/** Three dots while a page loads. */
export function Loader({ label }: { label: string }) {
  return (
    <output className="loader" aria-label={label}>
      <i />
      <i />
      <i />
    </output>
  );
}
