/** A beat each second: timers of workers are not throttled while the page is hidden. */
self.setInterval(() => self.postMessage(null), 1000);
