import { orderComments } from '#shared/contract/work-orders/comments.ts';
import { orderActions, orders } from '#shared/contract/work-orders/orders.ts';

/** Cached calls to refresh after an action on orders. */
export const orderReads = [orders.list, orderActions.get, orderActions.count, orderComments.data];
