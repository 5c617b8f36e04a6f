import type { Writable } from 'node:stream';

interface Expected {
  messageId: number;
  isDue: boolean;
}

/** PUBACK of MQTT 3.1.1: two bytes of head and the number of the message. */
const PUBACK = 0x40;

/** The acknowledgements of one connection, in the order in which its messages came, as the standard wants them. */
export class Acknowledgements {
  readonly stream: Pick<Writable, 'write' | 'destroyed'>;
  private readonly expected: Expected[] = [];
  private scheduled = false;

  constructor(stream: Acknowledgements['stream']) {
    this.stream = stream;
  }

  /** A message has come; what is returned says that it is stored. */
  expect(messageId: number): () => void {
    const one: Expected = { messageId, isDue: false };
    this.expected.push(one);
    return () => {
      one.isDue = true;
      if (this.scheduled) return;
      // A stored batch settles many at once: they go out together.
      this.scheduled = true;
      setImmediate(() => this.send());
    };
  }

  /** Sends what is due. On a connection that is gone nothing is: the broker sends those messages again. */
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
