import { Param, ReplayClass, Tool } from 'toolwright';

export class Orders {
  @Tool('Look up an order. Use it for delivery questions, not for refunds.')
  @ReplayClass('read_only')
  lookupOrder(
    @Param({ description: 'ORD-XXXXXX.', pattern: '^ORD-\\d{6}$' }) orderId: string,
    @Param({ type: 'integer', minimum: 1, optional: true }) events?: number,
  ): object {
    return { orderId, status: 'shipped', events: ['packed', 'picked up'].slice(0, events) };
  }
}
