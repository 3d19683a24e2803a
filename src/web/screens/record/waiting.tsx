export const Waiting = () => (
  <div className="rec-wait" aria-hidden="true">
    <span className="sk" />
  </div>
);
