// Copies the account's ID; without scripts the ID can still be selected with one tap.
const button = document.querySelector('[data-copy]');
if (button && navigator.clipboard) {
  button.hidden = false;
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(button.dataset.copy).then(() => {
      button.textContent = button.dataset.copied;
    });
  });
}
