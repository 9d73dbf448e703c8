/** True when a class or instance carries `brand`: identity fails when two copies of this package are installed. */
export function hasBrand(value: unknown, brand: symbol): boolean {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    (value as Record<symbol, unknown>)[brand] === true
  );
}
