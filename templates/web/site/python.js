// The judge in Python, which runs beside the page.

export class Python {
  constructor() {
    this.waiting = new Map();
    this.asked = 0;
    this.worker = new Worker("python_worker.js", { type: "module" });
    this.worker.onmessage = ({ data: [number, answer] }) => this.settled(number, ({ resolve }) => resolve(JSON.parse(answer)));
    this.worker.onerror = () => [...this.waiting.keys()].forEach((number) => this.settled(number, ({ reject }) => reject(new Error("Python has stopped"))));
  }

  settled(number, tell) {
    tell(this.waiting.get(number));
    this.waiting.delete(number);
  }

  ask(question) {
    return new Promise((resolve, reject) => {
      this.waiting.set(++this.asked, { resolve, reject });
      this.worker.postMessage([this.asked, JSON.stringify(question)]);
    });
  }

  /** The judge of one game. */
  of(game) {
    return {
      begin: (players) => this.ask({ do: "begin", game, players }),
      take: (position, changes) => this.ask({ do: "take", game, position, changes }),
      settle: (position) => this.ask({ do: "settle", game, position }),
    };
  }
}
