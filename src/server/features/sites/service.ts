/** The interface for other features. */
export { addSite } from './sites.routes.ts';
