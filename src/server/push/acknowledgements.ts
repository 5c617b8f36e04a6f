import type { Writable } from 'node:stream';

interface Expected {
  messageId: number;
  isDue: boolean;
}

/** PUBACK of MQTT 3.1.1: two header bytes and the message number. */
const PUBACK = 0x40;

/** The acknowledgements of one connection, sent in the order of its messages as the standard requires. */
export class Acknowledgements {
  readonly stream: Pick<Writable, 'write' | 'destroyed'>;
  private readonly expected: Expected[] = [];
  private scheduled = false;

  constructor(stream: Acknowledgements['stream']) {
    this.stream = stream;
  }

  /** Registers a message; call the result once it is stored. */
  expect(messageId: number): () => void {
    const one: Expected = { messageId, isDue: false };
    this.expected.push(one);
    return () => {
      one.isDue = true;
      if (this.scheduled) return;
      // A stored batch completes many at once: they are sent together.
      this.scheduled = true;
      setImmediate(() => this.send());
    };
  }

  /** Sends what is due. On a closed connection nothing is sent: the broker repeats those messages. */
  send(): void {
    this.scheduled = false;
    const first = this.expected.findIndex(({ isDue }) => !isDue);
    const due = this.expected.splice(0, first < 0 ? this.expected.length : first);
    if (due.length === 0 || this.stream.destroyed) return;
    this.stream.write(
      Buffer.concat(due.map(({ messageId }) => Buffer.of(PUBACK, 2, messageId >> 8, messageId & 0xff))),
    );
  }
}
