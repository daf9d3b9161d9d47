// The server behind a table: changes are posted, news come as server-sent events.

const JSON_TYPE = { "content-type": "application/json" };
const PATIENCE = 8000; // ms for an answer

/** Ask the server; a body is posted. */
export async function ask(path, body) {
  const posted = body === undefined ? {} : { method: "POST", headers: JSON_TYPE, body: JSON.stringify(body) };
  const response = await fetch(path, { ...posted, signal: AbortSignal.timeout(PATIENCE) });
  return { status: response.status, answer: await response.json().catch(() => ({})) };
}

export class Connection {
  constructor(id) { this.id = id; }

  open(pad) {
    this.pad = pad;
    this.seen = () => { if (!document.hidden) this.look(); };
    document.addEventListener("visibilitychange", this.seen);
    this.gone = () => this.source?.close(); // a browser that keeps the page for later keeps the line too
    addEventListener("online", this.seen);
    addEventListener("pageshow", this.seen);
    addEventListener("pagehide", this.gone);
    this.listen();
    this.look(); // a server in front may hold the first event back
  }

  listen() {
    this.source?.close();
    if (this.ended) return;
    this.source = new EventSource(`tables/${this.id}/news`);
    this.source.onopen = () => this.pad.linked(true);
    this.source.onmessage = (event) => {
      this.pad.linked(true);
      this.pad.told(JSON.parse(event.data));
    };
    this.source.addEventListener("closed", () => this.pad.closed());
    this.source.onerror = () => {
      this.pad.linked(false);
      if (this.source.readyState === EventSource.CLOSED) setTimeout(() => this.look(), 2000);
    };
  }

  /** Catch up: what a phone that slept may have missed. */
  async look() {
    if (this.ended) return;
    try {
      const { status, answer } = await ask(`tables/${this.id}`);
      if (status === 404 && answer.problems) return this.pad.closed();
      if (status === 200) this.pad.told(answer);
    } catch { /* the next event tells */ }
    if (this.source.readyState === EventSource.CLOSED) this.listen();
  }

  close() {
    this.ended = true;
    this.source?.close();
    document.removeEventListener("visibilitychange", this.seen);
    removeEventListener("online", this.seen);
    removeEventListener("pageshow", this.seen);
    removeEventListener("pagehide", this.gone);
  }

  send(changes) { return ask(`tables/${this.id}/changes`, { changes }); }
}
