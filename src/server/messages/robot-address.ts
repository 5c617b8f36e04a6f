import { decrypt, encrypt } from '#server/settings/cipher.ts';

const NAME = 'alarm_robot';

/** A robot's address and signing secret; '' is none. */
export interface RobotAddress {
  url: string;
  secret: string;
}

/** Encrypts it for `alarm_robot.secret`. */
export function sealAddress(address: RobotAddress, signingSecret: string): string {
  return encrypt(JSON.stringify(address), NAME, signingSecret);
}

/** Undefined if it was encrypted under another data folder. */
export function openAddress(stored: string, signingSecret: string): RobotAddress | undefined {
  const opened = stored && decrypt(stored, NAME, signingSecret);
  return opened ? (JSON.parse(opened) as RobotAddress) : undefined;
}
