// Copies the account's ID; without scripts the ID can still be selected with one tap.
const button = document.querySelector('[data-copy]');
if (button && navigator.clipboard) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.copied;
  });
}
