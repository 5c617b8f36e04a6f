import { Link } from 'react-router';

interface SiteCountProps {
  count: number;
  by: 'product_id' | 'project_id' | 'agreement_id';
  id: number;
}

/** How many sites something has, with the way to them. */
export function SiteCount({ count, by, id }: SiteCountProps) {
  return count === 0 ? count : <Link to={`/siteconfigs/sites?${by}=${id}`}>{count}</Link>;
}
