import { orderComments } from '#shared/contract/work-orders/comments.ts';
import { orderActions, orders } from '#shared/contract/work-orders/orders.ts';

/** What is stale once somebody did something with an order. */
export const orderReads = [orders.list, orderActions.get, orderActions.count, orderComments.data];
