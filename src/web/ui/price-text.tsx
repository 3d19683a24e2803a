/** As in the broker's terminal: fixed decimals, the last digit raised. */
export function PriceText({ price, digits }: { price: number; digits: number }) {
  const text = price.toFixed(digits);
  return (
    <>
      {text.slice(0, -1)}
      <small>{text.slice(-1)}</small>
    </>
  );
}
