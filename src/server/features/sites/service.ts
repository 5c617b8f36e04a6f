/** What other features may use of this one. */
export { addSite } from './sites.routes.ts';
