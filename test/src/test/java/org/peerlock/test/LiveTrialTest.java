package org.peerlock.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.brain.LiveAlgorithms;

class LiveTrialTest {

    @Test
    void nothingHappensThatMustNot() {
        List<Entry<?, ?>> all = LiveAlgorithms.all();
        int failed = 0;
        long from = Long.getLong("from", 1), count = Long.getLong("count", 39);
        long t0=System.nanoTime(), events=0, entries=0, carried=0, lapses=0, evictions=0, withdrawals=0, views=0, grants=0;
        for (long seed = from; seed < from + count; seed++) {
            LiveTrial.Outcome o = new LiveTrial(all.get((int) (seed % all.size())), seed).run();
            events+=o.events(); entries+=o.entries(); carried+=o.carried(); lapses+=o.lapses(); evictions+=o.evictions(); withdrawals+=o.withdrawals(); views+=o.views(); grants+=o.grants();
            if (o.violation().isPresent()) { failed++; System.out.println(o); }
        }
        System.out.printf("events %d entries %d grants %d carried %d lapses %d evictions %d withdrawals %d views %d in %d ms failed %d%n", events, entries, grants, carried, lapses, evictions, withdrawals, views, (System.nanoTime()-t0)/1000000, failed);
        assertThat(failed).isZero();
    }
}
