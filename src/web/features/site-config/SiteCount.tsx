import { Link } from 'react-router';

interface SiteCountProps {
  count: number;
  by: 'product_id' | 'project_id' | 'agreement_id';
  id: number;
}

/** Number of sites, linked to their list. */
export function SiteCount({ count, by, id }: SiteCountProps) {
  return count === 0 ? count : <Link to={`/siteconfigs/sites?${by}=${id}`}>{count}</Link>;
}
