package org.peerlock.examples;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.peerlock.Grant;
import org.peerlock.testkit.PeerlockTestCluster;

/**
 * A table that refuses writes of a process that has lost the lock. Each row stores the fencing
 * token of the last write, and refuses a smaller one. So a process that was paused, and continues
 * with an old write, does no harm.
 */
public final class FencedWrites {

    private FencedWrites() {}

    public static void main(String... arguments) throws Exception {
        try (Connection database = DriverManager.getConnection("jdbc:h2:mem:");
                PeerlockTestCluster cluster = PeerlockTestCluster.start(2)) {
            create(database);

            Grant slow = cluster.node(1).lock("invoice-42").acquire();
            long slowFence = slow.fence();
            cluster.pause(1, cluster.lease().multipliedBy(2)); // after it has read, and before it writes

            try (Grant next = cluster.node(2).lock("invoice-42").acquire()) {
                System.out.println("The next holder writes: " + write(database, 42, "paid", next.fence()));
            }
            System.out.println("The slow one writes: " + write(database, 42, "cancelled", slowFence));
        }
    }

    static void create(Connection database) throws SQLException {
        try (Statement statement = database.createStatement()) {
            statement.execute("CREATE TABLE invoice (id INT PRIMARY KEY, state VARCHAR(20), fence BIGINT NOT NULL)");
            statement.execute("INSERT INTO invoice VALUES (42, 'open', 0)");
        }
    }

    /** Writes a row. Returns false if a holder with a greater fence has written before. */
    static boolean write(Connection database, int id, String state, long fence) throws SQLException {
        try (PreparedStatement update =
                database.prepareStatement("UPDATE invoice SET state = ?, fence = ? WHERE id = ? AND fence <= ?")) {
            update.setString(1, state);
            update.setLong(2, fence);
            update.setInt(3, id);
            update.setLong(4, fence);
            return update.executeUpdate() == 1;
        }
    }
}
