import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * Addresses that are never connected to: link-local, where clouds serve the machine's credentials; metadata services at
 * other addresses (AWS, Google and Oracle by IPv6 or outside link-local, Alibaba Cloud, Azure); "this host", which is
 * another form of loopback; multicast and broadcast.
 */
const never = blockList(
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['0.0.0.0', 8],
  ['224.0.0.0', 4],
  ['255.255.255.255', 32],
  ['fe80::', 10],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
  ['::', 128],
  ['ff00::', 8],
);

/** This machine and private networks: allowed unless the operator forbids them. */
const inside = blockList(
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['::1', 128],
  ['fc00::', 7],
  // Site-local: deprecated in favour of the one above, but still routed in old networks.
  ['fec0::', 10],
);

function blockList(...subnets: readonly [network: string, prefix: number][]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, isIPv4(network) ? 'ipv4' : 'ipv6');
  return list;
}

/** Whether the server may connect to an address; an invalid address is refused. */
export function mayConnect(address: string, allowInside: boolean): boolean {
  const spellings = [address.replace(/%.*$/, ''), embeddedIPv4(address)].filter((one) => one !== undefined);
  return spellings.every((one) => {
    const version = isIP(one);
    if (version === 0) return false;
    const family = version === 4 ? 'ipv4' : 'ipv6';
    return !never.check(one, family) && (allowInside || !inside.check(one, family));
  });
}

/** IPv6 networks that embed an IPv4 address, and the group where it begins: mapped, compatible, NAT64, 6to4. */
const carriers: readonly [network: BlockList, group: number][] = [
  [blockList(['::ffff:0:0', 96]), 6],
  [blockList(['::ffff:0:0:0', 96]), 6],
  [blockList(['::', 96]), 6],
  [blockList(['64:ff9b::', 96]), 6],
  [blockList(['64:ff9b:1::', 48]), 6],
  [blockList(['2002::', 16]), 1],
];

function embeddedIPv4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined;
  const carrier = carriers.find(([network]) => network.check(address, 'ipv6'));
  if (!carrier || address === '::1') return undefined;
  const [high = 0, low = 0] = groupsOf(address).slice(carrier[1]);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an IPv6 address, as the URL parser writes it. */
function groupsOf(address: string): number[] {
  const plain = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [before = '', after] = plain.split('::');
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const head = groups(before);
  const tail = after === undefined ? [] : groups(after);
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}
